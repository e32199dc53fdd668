import { del, get, type Routes } from '../calls/route.ts'
import { permission } from '../permissions/permission.ts'

const own = { needs: 'session', beforeSecondFactor: true, personal: true } as const
const secret = { ...own, keyless: true } as const
const base = 'admin/profile/second-factor'
const ofUser = 'admin/user/{id}/second-factor'
const described = { describedPath: 'admin/user/second-factor/{id}' } as const

export const secondFactorRoutes = {
  'secondFactor.own': { ...own, method: 'GET', path: base },
  'secondFactor.startTotp': { ...secret, method: 'POST', path: `${base}/totp` },
  'secondFactor.confirmTotp': { ...secret, method: 'POST', path: `${base}/totp/confirm` },
  'secondFactor.removeTotp': { ...own, method: 'POST', path: `${base}/totp/remove` },
  'secondFactor.newRecoveryCodes': { ...secret, method: 'POST', path: `${base}/recovery-codes` },
  'secondFactor.passkeyOptions': { ...secret, method: 'POST', path: `${base}/passkey/options` },
  'secondFactor.addPasskey': { ...secret, method: 'POST', path: `${base}/passkey` },
  'secondFactor.renamePasskey': { ...own, method: 'PUT', path: `${base}/passkey/{id}` },
  'secondFactor.removePasskey': { ...own, method: 'POST', path: `${base}/passkey/{id}/remove` },
  'secondFactor.ofUser': get(ofUser, [permission('Users', 'Admins', 'view')], described),
  'secondFactor.clear': del(ofUser, [permission('Users', 'Admins', 'update')], described),
} as const satisfies Routes
