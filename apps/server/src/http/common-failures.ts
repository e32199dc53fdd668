import { Failure } from './failure.ts'

/** There is no such record, or none any more. */
export const notFound = (sentence: string): Failure => new Failure('not_found', sentence)

/** The record, or what it is part of, is in no state for this. */
export const conflict = (sentence: string): Failure => new Failure('conflict', sentence)

/** It would lock people out, or take from them what the caller has no say over. */
export const unsafe = (sentence: string): Failure => new Failure('unsafe', sentence)

export const notPermitted = (sentence: string): Failure => new Failure('not_permitted', sentence)

/** A field holds what the record can't take. */
export const invalidField = (
  path: string,
  msg: string,
  sentence = `Please check: ${path} ${msg}.`,
): Failure => new Failure('invalid', sentence, { errors: [{ msg, path }] })
