import type { FastifyInstance } from 'fastify'

// The content security policy, and other headers that limit what a page may do in the browser.

/** Features of the browser that no page uses. */
const denied = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

const permissionsPolicy = [
  ...denied.map((feature) => `${feature}=()`),
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
].join(', ')

/** The headers of answers that are no documents. */
const ofData: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** The headers of failures by the router and the HTTP parser, which no hook sees. */
export const failureHeaders: Readonly<Record<string, string>> = {
  ...ofData,
  'cache-control': 'no-store',
  'permissions-policy': permissionsPolicy,
  'x-frame-options': 'SAMEORIGIN',
}

/** The content security policy of documents; `hashes` are those of what a document has inline. */
export const documentPolicy = (
  connectSources: readonly string[],
  hashes: { script?: string; style?: string } = {},
): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", hashes.script ?? []],
    ["style-src 'self'", hashes.style ?? []],
    ["img-src 'self' data: blob:", connectSources],
    "font-src 'self'",
    ["connect-src 'self'", connectSources],
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
    .map((directive) => [directive].flat(2).join(' '))
    .join(';')

/** Sets the headers that an answer hasn't set itself, and HSTS for an https `publicUrl`; those of documents also go with failures. */
export function setSecurityHeaders(
  app: FastifyInstance,
  publicUrl: string,
  connectSources: readonly string[],
): void {
  const ofOthers = publicUrl.startsWith('https:')
    ? { ...ofData, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : ofData
  const ofDocuments = Object.entries({
    ...ofOthers,
    'content-security-policy': documentPolicy(connectSources),
    'cross-origin-opener-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': permissionsPolicy,
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  })
  const always = Object.entries(ofOthers)
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const type = String(reply.getHeader('content-type') ?? '')
    const isDocument = reply.statusCode >= 400 || /^text\/html\b|\bxml\b/.test(type)
    for (const [name, value] of isDocument ? ofDocuments : always)
      if (!reply.hasHeader(name)) reply.header(name, value)
    done()
  })
}
