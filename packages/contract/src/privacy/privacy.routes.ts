import { get, post, put, type Routes } from '../calls/route.ts'
import { permission } from '../permissions/permission.ts'

const list = [permission('System', 'Personal data', 'list')] as const
const exported = [permission('System', 'Personal data', 'export')] as const
const erase = [permission('System', 'Personal data', 'erase')] as const
const update = [permission('System', 'Personal data', 'update')] as const

const person = 'admin/privacy/people/{id}'

/** The routes about personal data. Those about a person also need the permission to view that person. */
export const privacyRoutes = {
  'privacy.export': get(`${person}/export`, exported, {
    changesState: true,
    personal: true,
    keyless: true,
  }),
  'privacy.preview': get(`${person}/erasure`, erase),
  'privacy.erase': post(`${person}/erasure`, erase, { personal: true }),
  'privacy.list': get('admin/privacy/erasures', list),
  'privacy.retention': get('admin/privacy/retention', list),
  'privacy.saveRetention': put('admin/privacy/retention', update, { personal: true }),
} as const satisfies Routes
