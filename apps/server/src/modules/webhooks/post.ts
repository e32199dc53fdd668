import type { DeliveryAttempt } from '@steward/contract/webhooks/webhooks'
import { msg } from '@steward/i18n/reader'
import { messageOf, type Said } from '@steward/i18n/sentence'
import { type Outbound, whyFailed } from '../../http/outbound.ts'
import type { Secrets } from '../../secrets.ts'
import { maxAnswerBytes, secretContext, sendMs, signedHeaders } from './webhooks.rules.ts'
import type { WebhookRow } from './webhooks.store.ts'

/** What came of posting a message once. */
export interface Posted {
  attempt: DeliveryAttempt
  /** The beginning of the answer's body; empty where none came. */
  answer: string
  retryAfter: string | null
}

type Receiver = Pick<
  WebhookRow,
  'id' | 'url' | 'owner_id' | 'secret' | 'previous_secret' | 'previous_until'
>

/**
 * The secrets that sign at a moment: the present one, and the one before while both count. None where the present one does
 * not open, as it was encrypted with a key that is lost.
 */
function signingSecrets(secrets: Secrets, webhook: Receiver, at: Date): string[] {
  const { id, secret, previous_secret, previous_until } = webhook
  const opened = (sealed: Buffer): string[] => {
    const text = secrets.tryUnseal(sealed, secretContext(id))
    return text === null ? [] : [text]
  }
  const present = opened(secret)
  const overlaps = previous_secret && previous_until && Date.parse(previous_until) > at.getTime()
  return present.length > 0 && overlaps ? [...present, ...opened(previous_secret)] : present
}

const lostSecret = msg(
  'Its secret can’t be decrypted, as the key of this installation was lost. Make a new secret.',
)

/**
 * Posts a message to a receiver. Never throws for what the receiver or the network does.
 * @param caller the person who asks for it, if not the webhook's owner
 */
export async function postMessage(
  { outbound, secrets }: { outbound: Outbound; secrets: Secrets },
  webhook: Receiver,
  { id, body, caller }: { id: string; body: string; caller?: string },
  signal?: AbortSignal,
): Promise<Posted> {
  const at = new Date()
  const began = performance.now()
  const attempted = (rest: Pick<DeliveryAttempt, 'status' | 'error'>): DeliveryAttempt => ({
    at: at.toISOString(),
    ms: Math.round(performance.now() - began),
    ...rest,
  })
  const failed = (why: Said): Posted => ({
    attempt: attempted({ status: null, error: messageOf(why) }),
    answer: '',
    retryAfter: null,
  })
  const signing = signingSecrets(secrets, webhook, at)
  if (signing.length === 0) return failed(lostSecret)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Steward-Webhooks',
    'content-length': String(Buffer.byteLength(body)),
    ...signedHeaders({ id, at, body }, signing),
  }
  const bounds = { timeoutMs: sendMs, maxBytes: maxAnswerBytes, cuts: true, signal }
  try {
    const answer = await outbound.request(webhook.url, {
      method: 'POST',
      headers,
      body,
      caller: caller ?? webhook.owner_id ?? webhook.id,
      ...bounds,
    })
    return {
      attempt: attempted({ status: answer.status, error: null }),
      answer: textOf(answer.body),
      retryAfter: answer.headers.get('retry-after'),
    }
  } catch (error) {
    return failed(whyFailed(error))
  }
}

/** Bytes as text that a database takes and a page shows. */
const textOf = (bytes: Buffer) =>
  bytes.toString('utf8').replaceAll('\0', '\uFFFD').slice(0, maxAnswerBytes)

export const isTaken = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300
