/** Somebody with a company and a connection of their own: the runner makes them, the scripts stand for them. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly connectionId: number;
}
