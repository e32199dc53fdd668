import helmet from '@fastify/helmet'
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

/** The content security policy of answers that are no documents. */
const policyOfData = "default-src 'none'; frame-ancestors 'none'"

const ofDocuments = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** The headers of failures by the router and the HTTP parser, which no hook sees. */
export const failureHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': policyOfData,
  'permissions-policy': permissionsPolicy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
}

/** Sets CSP, helmet's headers, and HSTS for an https `publicUrl`; those of documents also go with failures. */
export async function setSecurityHeaders(
  app: FastifyInstance,
  publicUrl: string,
  connectSources: string[],
): Promise<void> {
  const self = ["'self'"]
  const none = ["'none'"]
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': none,
        'script-src': self,
        'style-src': self,
        'img-src': [...self, 'data:', 'blob:', ...connectSources],
        'font-src': self,
        'connect-src': [...self, ...connectSources],
        'manifest-src': self,
        'form-action': self,
        'base-uri': none,
        'frame-ancestors': none,
      },
    },
    strictTransportSecurity: publicUrl.startsWith('https:'),
    referrerPolicy: { policy: 'no-referrer' },
  })
  app.addHook('onSend', async (_request, reply) => {
    const type = String(reply.getHeader('content-type') ?? '')
    if (reply.statusCode >= 400 || /^text\/html\b|\bxml\b/.test(type)) {
      reply.header('permissions-policy', permissionsPolicy)
      return
    }
    for (const name of ofDocuments) reply.removeHeader(name)
    const policy = String(reply.getHeader('content-security-policy') ?? '')
    if (policy.includes('script-src')) reply.header('content-security-policy', policyOfData)
  })
}
