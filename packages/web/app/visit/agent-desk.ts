/** The call centre's page: who may open it, and the credential that it asks the API by. */
export interface AgentDesk {
  serviceCredential: string;
  admits(agent: { id: string; secret: string }): boolean;
}
