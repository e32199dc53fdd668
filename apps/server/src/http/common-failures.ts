import { Failure } from './failure.ts'

/** There is no such record, or none any more. */
export const notFound = (sentence: string): Failure => new Failure('not_found', sentence)

/** A field holds what the record can't take. */
export const invalidField = (path: string, msg: string): Failure =>
  new Failure('invalid', `Please check: ${path} ${msg}.`, { errors: [{ msg, path }] })
