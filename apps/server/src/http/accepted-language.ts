import type { FastifyRequest } from 'fastify'
import { isLanguage } from '../languages.ts'

/** The first language of those that a request accepts that Steward speaks; English by default. */
export function acceptedLanguage({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const accepted = (headers['accept-language'] ?? '')
    .split(',')
    .map((each) => {
      const [range = '', ...parameters] = each.split(';').map((part) => part.trim())
      const quality = parameters.find((part) => part.startsWith('q='))
      const code = range.toLowerCase().split('-', 1)[0] ?? ''
      return { code, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return accepted.find(({ code }) => isLanguage(code))?.code ?? 'en'
}
