import classes from './link-button.module.css'

/** Styles a link without a component. */
export const linkButton = classes.root ?? ''
