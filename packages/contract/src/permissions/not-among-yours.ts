import { msg } from '@steward/i18n/reader'

/** What is said of a change to a record that the conditions of a permission leave out; by it clients know the refusal. */
export const notAmongYours = msg(
  'Your role permits “{permission}” for some {records} only, and this is, or would become, another one.',
)
