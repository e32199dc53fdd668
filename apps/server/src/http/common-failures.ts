import { Failure } from './failure.ts'

export const notFound = (sentence: string): Failure => new Failure('not_found', sentence)

export const conflict = (sentence: string): Failure => new Failure('conflict', sentence)

/** Refuses what would lock people out, or take away what the caller has no power over. */
export const unsafe = (sentence: string): Failure => new Failure('unsafe', sentence)

export const notPermitted = (sentence: string): Failure => new Failure('not_permitted', sentence)

export const invalidField = (
  path: string,
  msg: string,
  sentence = `Please check: ${path} ${msg}.`,
): Failure => new Failure('invalid', sentence, { errors: [{ msg, path }] })
