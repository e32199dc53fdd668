import { randomInt } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { crc32 } from 'node:zlib'

/** What every key begins with, by which scanners of code and logs find leaked ones: `stw_[0-9A-Za-z]{36}`. */
const mark = 'stw_'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Characters of a key that are random (178 bits), and that are its checksum. */
const [randomLength, checksumLength] = [30, 6]

/** A new key: its mark, random characters, and a checksum (CRC-32) that tells it from other texts. */
export function newKey(): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(62)]).join('')
  return `${mark}${random}${checksumOf(random)}`
}

/** How a key begins, which is shown to tell it from others. */
export const prefixOf = (key: string): string => key.slice(0, mark.length + 6)

/** Whether a token is meant as a key, and not as that of a session. */
export const isKey = (token: string): boolean => token.startsWith(mark)

/** Whether a key is complete and its checksum right, so that the database is asked for it. */
export function isWellFormed(key: string): boolean {
  const rest = key.slice(mark.length)
  const random = rest.slice(0, randomLength)
  return (
    isKey(key) &&
    rest.length === randomLength + checksumLength &&
    rest.slice(randomLength) === checksumOf(random)
  )
}

function checksumOf(random: string): string {
  let rest = crc32(random)
  let text = ''
  for (let n = 0; n < checksumLength; n += 1) {
    text = `${alphabet[rest % 62]}${text}`
    rest = Math.floor(rest / 62)
  }
  return text
}

/**
 * Whether a key may be used from an address.
 * @param networks in CIDR notation, or single addresses; none for anywhere
 */
export function mayUseFrom(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true
  const family = isIP(address)
  if (family === 0) return false
  const allowed = new BlockList()
  for (const network of networks) {
    const [base = '', length] = network.split('/')
    const type = isIP(base) === 6 ? 'ipv6' : 'ipv4'
    if (length === undefined) allowed.addAddress(base, type)
    else allowed.addSubnet(base, Number(length), type)
  }
  return allowed.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
