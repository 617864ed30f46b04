/** Checks that the logo and the colors of the playground and the documentation are those of the brand. */
import { brandFiles } from "../brand.ts"
import type { Problem, Repository } from "./Repository.ts"

export const checkBrand = ({ read }: Repository): ReadonlyArray<Problem> =>
  brandFiles().flatMap(([path, text]) =>
    read(path) === text ? [] : [{ path, message: "differs from src/platform/brand.ts; run npm run generate" }]
  )
