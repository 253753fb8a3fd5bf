// An OpenID provider for tests. Whoever signs in as NAME has the address NAME@example.org; a name that begins with "admin" has the
// role Admin in the claim `groups`, one that begins with "super" SuperAdmin; of one that begins with "unverified" the provider has
// not verified the address. The name of one that begins with "hidden" has characters in it that nobody sees.
const [, , provider, port] = process.argv;
const { default: Provider } = await import(provider);
const back = "http://127.0.0.1:8080/api/v1/auth/oidc/callback";

const account = (id) => ({
  accountId: id,
  claims: async () => ({
    sub: id,
    name: id.startsWith("hidden") ? `\u202e${id}\u200b\n` : id,
    email: `${id}@example.org`,
    email_verified: !id.startsWith("unverified"),
    groups: id.startsWith("admin") ? ["Admin"] : id.startsWith("super") ? ["SuperAdmin"] : [],
  }),
});

const oidc = new Provider(`http://127.0.0.1:${port}`, {
  clients: [{ client_id: "roundtable", client_secret: "a-secret-of-the-test", redirect_uris: [back] }],
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
  conformIdTokenClaims: false,
  findAccount: (_, id) => account(id),
  pkce: { required: () => true },
});
// The server under test has whatever port was free.
const isHere = (address) => new URL(address).hostname === "127.0.0.1";
oidc.Client.prototype.redirectUriAllowed = isHere;
oidc.Client.prototype.postLogoutRedirectUriAllowed = isHere;
oidc.listen(Number(port), "127.0.0.1");
