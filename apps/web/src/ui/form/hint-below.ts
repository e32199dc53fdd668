import type { ReactNode } from 'react'

const order: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]

/** What an input takes for a hint below it: above one field of two, it would put them out of line. */
export const hintBelow = (description: ReactNode) => ({ description, inputWrapperOrder: order })
