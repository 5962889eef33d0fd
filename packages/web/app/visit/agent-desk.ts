/** The call centre's page: who may open it, and the credential that it asks the API by. */
export interface AgentDesk {
  serviceCredential: string;
  admits(agent: { id: string; secret: string }): boolean;
  /** Another one for each id and secret, and worth nothing without the page's own seal; undefined for nobody's id. */
  badgeOf(id: string): string | undefined;
}
