import { z } from 'zod'

/** The tag of a language (BCP 47), such as `de` or `pt-BR`. */
export const language = z
  .string('must be text')
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language such as de or pt-BR')
