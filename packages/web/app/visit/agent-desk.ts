/** Configuration of the agents' page: its credential for the API. */
export interface AgentDesk {
  serviceCredential: string;
}
