/** A small app, written as any user of the library would write it. */
import { home } from "./home.ts"

home()
