export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

/** An email as it was received and parsed. */
export interface StoredMail {
  /** Counts upwards from 1. */
  readonly id: number;
  readonly receivedAt: string;
  /** The addresses of the envelope, which determine the delivery. */
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly from: MailAddress | null;
  readonly to: readonly MailAddress[];
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly messageId: string;
}

/** The newest emails, in memory. */
export class MailStore {
  readonly #capacity: number;
  #mails: StoredMail[] = [];
  #received = 0;

  constructor(capacity = 500) {
    this.#capacity = capacity;
  }

  add(mail: Omit<StoredMail, 'id'>): StoredMail {
    this.#received += 1;
    const stored = { ...mail, id: this.#received };
    this.#mails = [...this.#mails, stored].slice(-this.#capacity);
    return stored;
  }

  get(id: number): StoredMail | null {
    return this.#mails.find((mail) => mail.id === id) ?? null;
  }

  /** Newest first; only those of one recipient on request. */
  list(recipient?: string): StoredMail[] {
    const wanted = recipient?.toLowerCase();
    return this.#mails
      .filter(
        ({ envelope }) =>
          wanted === undefined || envelope.to.some((address) => address.toLowerCase() === wanted),
      )
      .toReversed();
  }

  clear(): void {
    this.#mails = [];
  }
}
