declare const made: unique symbol

/** Only made by `accountHolder` and `addressAlone`: no email names a person whose name nobody vouched for. */
export interface Recipient {
  /** Null where a stranger may have typed it. */
  readonly name: string | null
  readonly email: string
  readonly [made]: true
}

/** By name only for an active account. */
export const accountHolder = (account: {
  name: string
  email: string
  status: 'active' | 'inactive' | 'pending'
}): Recipient => recipient(account.email, account.status === 'active' ? account.name : null)

export const addressAlone = (email: string): Recipient => recipient(email, null)

const recipient = (email: string, name: string | null) => ({ email, name }) as Recipient
