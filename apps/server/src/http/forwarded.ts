import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../loopback.ts'

/** Headers that proxies and content delivery networks add, beside all that begin `x-forwarded-`. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-host',
  'x-original-forwarded-for',
  'x-envoy-external-address',
  'x-azure-clientip',
  'client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'cdn-loop',
  'fastly-client-ip',
  'fly-client-ip',
  'tailscale-user-login',
]

/**
 * Whether a request shows that it came from another machine, be it through a proxy: by its
 * connection, a forwarding header, the name that it asks for, the page that it comes from, or
 * HTTP/1.0, which proxies speak to what is behind them and browsers don't. Whoever sends the
 * request can add to these but not take away what a proxy adds, so this can only err towards
 * true; a proxy that adds nothing at all can't be told from this machine.
 */
export function isForwarded({
  headers,
  socket,
  httpVersion,
}: Pick<IncomingMessage, 'headers' | 'socket' | 'httpVersion'>): boolean {
  if (httpVersion === '1.0' || !isLoopback(socket.remoteAddress ?? '')) return true
  const names = Object.keys(headers)
  if (names.some((name) => name.startsWith('x-forwarded') || forwardingHeaders.includes(name))) {
    return true
  }
  const host = URL.parse(`http://${headers.host ?? ''}`)
  if (!host || !isLoopback(host.hostname)) return true
  const origin = headers.origin === undefined ? host : URL.parse(headers.origin)
  return !origin || !isLoopback(origin.hostname)
}
