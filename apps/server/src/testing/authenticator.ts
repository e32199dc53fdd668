import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const url64 = (data: Buffer | string) => Buffer.from(data).toString('base64url')

/** The options of a WebAuthn call, as far as an authenticator reads them. */
interface Options {
  challenge: string
  rp?: { id: string }
  rpId?: string
  user?: { id: string }
}

/** How an authenticator behaves. */
export interface Behaviour {
  /** Where the browser is. */
  origin: string
  /** Whether it counts its uses; those that live on several devices don't. It does unless told. */
  counts?: boolean
  /** Whether it checks its owner's finger, face or PIN; it does unless told otherwise. */
  verifies?: boolean
}

/**
 * An authenticator in software: an ES256 key of its own that makes and answers real WebAuthn
 * messages.
 */
export class Authenticator {
  readonly #id = randomBytes(32)
  readonly #key: KeyObject
  readonly #public: Buffer
  #counter = 0
  #handle = ''

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#key = privateKey
    // A COSE key: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
    this.#public = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
  }

  get id(): string {
    return url64(this.#id)
  }

  /** Answers `navigator.credentials.create`. */
  create(options: unknown, behaviour: Behaviour) {
    const { challenge, rp, user } = options as Options
    this.#handle = user?.id ?? ''
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.#id.length)
    const data = Buffer.concat([
      this.#data(rp?.id ?? '', behaviour, 0x40),
      Buffer.alloc(16),
      length,
      this.#id,
      this.#public,
    ])
    const size = Buffer.alloc(2)
    size.writeUInt16BE(data.length)
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}.
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from('59', 'hex'),
      size,
      data,
    ])
    return this.#answer({
      clientDataJSON: url64(clientData('webauthn.create', challenge, behaviour)),
      attestationObject: url64(attestation),
      transports: ['internal'],
    })
  }

  /** Answers `navigator.credentials.get`. */
  get(options: unknown, behaviour: Behaviour) {
    const { challenge, rpId } = options as Options
    if (behaviour.counts !== false) this.#counter += 1
    const client = clientData('webauthn.get', challenge, behaviour)
    const data = this.#data(rpId ?? '', behaviour, 0)
    return this.#answer({
      clientDataJSON: url64(client),
      authenticatorData: url64(data),
      signature: url64(sign('sha256', Buffer.concat([data, sha256(client)]), this.#key)),
      userHandle: this.#handle,
    })
  }

  /** Authenticator data: whom it is for, what was checked, how often it was used. */
  #data(rpId: string, { verifies = true }: Behaviour, more: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    const flags = Buffer.from([0x01 | (verifies ? 0x04 : 0) | more])
    return Buffer.concat([sha256(rpId), flags, counter])
  }

  #answer(response: Record<string, unknown>) {
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response,
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
    }
  }
}

const clientData = (type: string, challenge: string, { origin }: Behaviour) =>
  JSON.stringify({ type, challenge, origin, crossOrigin: false })
