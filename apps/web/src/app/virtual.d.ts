/** The theme's variables, written when the app is built (build/theme-css.ts). */
declare module 'virtual:theme.css' {}
