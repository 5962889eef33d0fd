/** The call centre's page: the credential that it asks the API by. */
export interface AgentDesk {
  serviceCredential: string;
}
