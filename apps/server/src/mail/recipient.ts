declare const made: unique symbol

/** Made only by `accountHolder` and `addressAlone`, so that no email has a name that a stranger may have typed. */
export interface Recipient {
  /** The name; null if a stranger may have typed it. */
  readonly name: string | null
  readonly email: string
  readonly [made]: true
}

/** The recipient of an account, with the name only if the account is active. */
export const accountHolder = (account: {
  name: string
  email: string
  status: 'active' | 'inactive' | 'pending'
}): Recipient => recipient(account.email, account.status === 'active' ? account.name : null)

export const addressAlone = (email: string): Recipient => recipient(email, null)

const recipient = (email: string, name: string | null) => ({ email, name }) as Recipient
