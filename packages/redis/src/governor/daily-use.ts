/** What is left of a vendor's limit for a day. */
export interface DailyUse {
  readonly limit: number;
  readonly remaining: number;
}
