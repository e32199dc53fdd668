import type { Check } from './check.ts'
import type { Answer } from './client.ts'

/** A call of each method that a browser asks about before it makes it. */
const asked = [
  ['GET', 'admin/users/list'],
  ['POST', 'auth/admin-login'],
  ['PUT', 'admin/bills/conformance'],
  ['PATCH', 'admin/role/update/role'],
  ['DELETE', 'admin/bills/conformance'],
] as const

/**
 * Asks as the browser does before a page of another origin may make a call (CORS preflight).
 * @param origin where the web app is to stand
 */
export async function checkCors({ client, findings }: Check, origin: string): Promise<void> {
  for (const [method, path] of asked) {
    const answer = await client.ask({
      method: 'OPTIONS',
      path,
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    })
    const missing = missingFor(answer, method, origin)
    const about = `CORS: ${method} from ${origin}`
    if (missing.length === 0) findings.addFact(about, 'has', 'allowed')
    else findings.addFact(about, 'differs', missing.join('; '), true)
  }
}

function missingFor(
  { status, headers, trouble }: Answer,
  method: string,
  origin: string,
): string[] {
  if (status === 0) return [trouble ?? '']
  const allowed = (name: string) =>
    (headers.get(`Access-Control-Allow-${name}`) ?? '').toLowerCase().split(/\s*,\s*/)
  const [from] = allowed('Origin')
  const methods = allowed('Methods')
  const names = allowed('Headers')
  return [
    ...(status < 200 || status > 299 ? [`the preflight is answered with status ${status}`] : []),
    ...(from === '*' || from === origin.toLowerCase() ? [] : ['the origin isn’t allowed']),
    // These two are allowed without being named (Fetch, "CORS-safelisted method").
    ...(method === 'GET' ||
    method === 'POST' ||
    methods.includes('*') ||
    methods.includes(method.toLowerCase())
      ? []
      : [`${method} isn’t allowed`]),
    // `*` stands for every header but this one.
    ...(names.includes('authorization') ? [] : ['the header Authorization isn’t allowed']),
    ...(names.includes('*') || names.includes('content-type')
      ? []
      : ['the header Content-Type isn’t allowed']),
  ]
}
