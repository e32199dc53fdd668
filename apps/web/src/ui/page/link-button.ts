import classes from './link-button.module.css'

/** The class of a link that looks like a button, so that a page of words needs no component for it. */
export const linkButton = classes.root ?? ''
