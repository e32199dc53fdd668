declare const made: unique symbol

/**
 * Who gets an email. Made by `accountHolder` and `addressAlone` only, so that no email can carry a
 * name that nobody has vouched for: whoever registers types both a name and somebody's address.
 */
export interface Recipient {
  /** Null where a stranger may have typed it. */
  readonly name: string | null
  readonly email: string
  readonly [made]: true
}

/** The person of an account: by name where the account is active, by the address alone where not. */
export const accountHolder = (account: {
  name: string
  email: string
  status: 'active' | 'inactive' | 'pending'
}): Recipient => recipient(account.email, account.status === 'active' ? account.name : null)

/** Whoever reads the mail of an address. */
export const addressAlone = (email: string): Recipient => recipient(email, null)

const recipient = (email: string, name: string | null) => ({ email, name }) as Recipient
