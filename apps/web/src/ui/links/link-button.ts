import classes from './link-button.module.css'

/** A class that makes a link look like a button, without Mantine's component. */
export const linkButton = classes.root ?? ''
