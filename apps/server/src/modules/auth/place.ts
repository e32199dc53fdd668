import { createHash } from 'node:crypto'
import type { Secrets } from '../../secrets.ts'
import { deviceOf } from './device.ts'
import { neighbourhoodOf, networkOf } from './network.ts'

/** Where somebody signs in from: what counts as one place for limits, and as known to an account. */
export interface Place {
  ip: string
  userAgent: string | null
  /** The kind of device, for people. */
  device: string
  /** The network as limits count it. */
  network: string
  /** A hash of the kind of device and its wider network, as `known_devices` keeps it. */
  deviceHash: Buffer
  /** A keyed hash of the wider network alone. */
  networkHash: Buffer
}

/** The place that a request comes from. */
export function placeOf(
  secrets: Secrets,
  { ip, userAgent }: Pick<Place, 'ip' | 'userAgent'>,
): Place {
  const device = deviceOf(userAgent)
  const wider = neighbourhoodOf(ip)
  return {
    ip,
    userAgent,
    device,
    network: networkOf(ip),
    deviceHash: createHash('sha256').update(`${device}\n${wider}`).digest(),
    networkHash: secrets.mac('known network', wider),
  }
}
