/** A user with a company and a connection of their own: the runner creates them, the scripts act as them. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly connectionId: number;
}
