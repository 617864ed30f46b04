/** A fake of `next/navigation`. */
export class Redirected extends Error {
  readonly url: string
  readonly digest: string
  constructor(url: string) {
    super("NEXT_REDIRECT")
    this.url = url
    this.digest = `NEXT_REDIRECT;replace;${url};307;`
  }
}

export const redirect = (url: string): never => {
  throw new Redirected(url)
}
