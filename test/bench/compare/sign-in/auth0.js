// Auth0's client for applications without a server: sign in, read the user, sign out, with automatic refresh. It has no sign-in
// by password: Auth0's own page asks for it, and the code of the redirect is exchanged.
import { Auth0Client } from "@auth0/auth0-spa-js"

const client = new Auth0Client({
  domain: "example.auth0.com",
  clientId: "client",
  cacheLocation: "memory",
  useRefreshTokens: true
})

if (location.search.includes("code=")) {
  await client.handleRedirectCallback()
  const user = await client.getUser()
  await client.getTokenSilently()
  await client.logout()
  console.log(user)
} else {
  await client.loginWithRedirect()
}
