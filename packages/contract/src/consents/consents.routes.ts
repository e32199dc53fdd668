import { get, post, put, type Routes } from '../calls/route.ts'

const one = 'admin/consents/{id}'

/**
 * The routes of consents, by which a second person agrees to a call. Who may see and decide one follows from the call that
 * it is about; the rules are set by owners.
 */
export const consentsRoutes = {
  'consents.rules': get('admin/consents/rules', 'session', { personal: true }),
  'consents.saveRules': put('admin/consents/rules', 'session', { personal: true }),
  'consents.list': get('admin/consents', 'session', { personal: true }),
  'consents.open': get('admin/consents/open', 'session', { personal: true }),
  'consents.details': get(one, 'session', { personal: true }),
  'consents.create': post('admin/consents', 'session', { personal: true }),
  'consents.agree': put(`${one}/agree`, 'session', { personal: true }),
  'consents.decline': put(`${one}/decline`, 'session', { personal: true }),
  'consents.withdraw': put(`${one}/withdraw`, 'session', { personal: true }),
} as const satisfies Routes
