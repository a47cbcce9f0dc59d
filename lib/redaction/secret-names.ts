/**
 * Words that end the name of a secret: whatever stands behind such a name is one. A name is compared without case and
 * without signs between its words, so `apikey` is `API_KEY`, `api-key` and `apiKey`.
 */
export const secretWords = [
  "token",
  "secret",
  "password",
  "passwd",
  "passwort",
  "passphrase",
  "passcode",
  "pwd",
  "pass",
  "apikey",
  "api_key",
  "api-key",
  "api key",
  "secretkey",
  "secret_key",
  "secret-key",
  "accesskey",
  "access_key",
  "access-key",
  "privatekey",
  "private_key",
  "private-key",
  "signing_key",
  "signing-key",
  "encryption_key",
  "encryption-key",
  "master_key",
  "auth_key",
  "account_key",
  "accountkey",
  "sharedaccesskey",
  "credential",
  "credentials",
  "signature",
  "sig",
  "_auth",
] as const;

/** Words in the name of what may be a secret: a value behind such a name is one if it reads like one. */
export const keyWords = [
  "key",
  "auth",
  "access",
  "api",
  "cred",
  "creds",
  "secrets",
  "tokens",
  "jwt",
  "bearer",
  "session",
  "salt",
] as const;

/** Services whose keys have no mark of their own: what is named after them is a secret if it reads like a key. */
export const services =
  `adafruit adobe airtable algolia alibaba asana atlassian confluence jira beamer bitbucket bittrex meraki cloudflare
  codecov cohere co_api_key coinbase confluent contentful datadog discord droneci dropbox etsy facebook fastly finicity
  finnhub flickr freshbooks gitter gocardless heroku hubspot intercom jfrog artifactory bintray xray kraken kucoin
  launchdarkly linear linkedin linked_in linked-in lob mailchimp mailgun mapbox mattermost messagebird message_bird
  message-bird netlify new-relic newrelic new_relic nytimes new-york-times newyorktimes okta plaid privateai private_ai
  private-ai rapidapi sendbird sentry contribsys snyk sonar sourcegraph squarespace sumo telegr travis twitch twitter
  yandex zendesk`.split(/\s+/);
