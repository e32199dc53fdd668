import type { Check } from './check.ts'

const asked = [
  ['GET', 'admin/users/list'],
  ['POST', 'auth/admin-login'],
  ['PUT', 'admin/bills/conformance'],
  ['PATCH', 'admin/role/update/role'],
  ['DELETE', 'admin/bills/conformance'],
] as const

/** Checks that the server allows calls from another origin (CORS preflight). */
export async function checkCors({ client, findings }: Check, origin: string): Promise<void> {
  for (const [method, path] of asked) {
    const { status, headers, trouble } = await client.ask({
      method: 'OPTIONS',
      path,
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    })
    const allows = (name: string, value: string, any: boolean) =>
      (headers.get(`Access-Control-Allow-${name}`) ?? '')
        .toLowerCase()
        .split(/\s*,\s*/)
        .some((each) => each === value.toLowerCase() || (any && each === '*'))
    // CORS allows these methods without a preflight (Fetch, CORS-safelisted methods).
    const isSafe = method === 'GET' || method === 'POST'
    const missing = [
      (status < 200 || status > 299) && `the preflight is answered with status ${status}`,
      !allows('Origin', origin, true) && 'the origin isn’t allowed',
      !isSafe && !allows('Methods', method, true) && `${method} isn’t allowed`,
      // `*` doesn't include this header.
      !allows('Headers', 'Authorization', false) && 'the header Authorization isn’t allowed',
      !allows('Headers', 'Content-Type', true) && 'the header Content-Type isn’t allowed',
    ].filter((words) => words !== false)
    const words = status === 0 ? (trouble ?? '') : missing.join('; ')
    const about = `CORS: ${method} from ${origin}`
    if (words === '') findings.addFact(about, 'has', 'allowed')
    else findings.addFact(about, 'differs', words, true)
  }
}
