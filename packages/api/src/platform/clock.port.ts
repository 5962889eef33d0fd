/** Current time of this process. Expiry is decided in SQL by `app_now()`, never by this clock. */
export interface Clock {
  now(): Date;
}
