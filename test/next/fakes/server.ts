/** A fake of `next/server`, with the headers that the proxy of Next.js 16 uses. */
export const connection = async (): Promise<void> => {}

export class NextResponse extends Response {
  static next({ request }: { readonly request: { readonly headers: Headers } }): Response {
    return new NextResponse(null, { headers: { "x-middleware-next": "1", ...overrides(request.headers) } })
  }

  static rewrite(url: string, init?: { readonly request?: { readonly headers: Headers } }): Response {
    return new NextResponse(null, {
      headers: {
        "x-middleware-rewrite": url,
        ...(init?.request === undefined ? {} : overrides(init.request.headers))
      }
    })
  }
}

const overrides = (headers: Headers): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(Array.from(headers, ([name, value]) => [`x-middleware-request-${name}`, value])),
  "x-middleware-override-headers": [...headers.keys()].join(",")
})
