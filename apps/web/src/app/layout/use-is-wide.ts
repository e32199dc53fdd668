import { useMediaQuery } from '@mantine/hooks'

/**
 * Whether the sidebar stands beside the page; in a narrower window it lies over it. As in
 * layout.module.css and sidebar.module.css.
 */
export const useIsWide = (): boolean =>
  useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
