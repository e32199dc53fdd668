import type { ReactNode } from 'react'

const order: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]

/** Props that put a field's hint below its input, so that inputs in a row stay aligned. */
export const hintBelow = (description: ReactNode) => ({ description, inputWrapperOrder: order })
