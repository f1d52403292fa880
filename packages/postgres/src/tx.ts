/**
 * One transaction, the only way to query. Its scope (a company, or the system) is set, so that row-level security holds
 * whatever the SQL says. int8 comes as a number (beyond 2^53 the query fails), timestamptz as a Date, date and numeric as
 * text, bytea as a Buffer. Errors are `AppError`s (see `translateError`); after one the transaction can only roll back.
 */
export interface Tx {
  /** All rows. `$1`, `$2` ... stand for `params`. */
  query<Row extends object = Record<string, unknown>>(
    sql: string,
    params?: readonly unknown[],
  ): Promise<Row[]>;
  /** The only row; throws `server.failed` when there is none or more than one. */
  one<Row extends object = Record<string, unknown>>(sql: string, params?: readonly unknown[]): Promise<Row>;
  /** The only row, or undefined; throws `server.failed` when there are more. */
  maybeOne<Row extends object = Record<string, unknown>>(
    sql: string,
    params?: readonly unknown[],
  ): Promise<Row | undefined>;
}
