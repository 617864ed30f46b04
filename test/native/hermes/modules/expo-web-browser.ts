/** The browser of a realm. The user always signs in with the provider. */
declare const native: { readonly browse: (url: string, done: (link: string) => void) => void }

export const openAuthSessionAsync = (url: string): Promise<{ readonly type: string; readonly url: string }> =>
  new Promise((resolve) => native.browse(url, (link) => resolve({ type: "success", url: link })))
export const dismissAuthSession = (): void => {}
