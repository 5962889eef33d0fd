/** What time it is for the product, in this process. Deadlines are decided in SQL by `app_now()`, never by this. */
export interface Clock {
  now(): Date;
}
