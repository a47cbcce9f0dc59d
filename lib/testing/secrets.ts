/** A made-up credential: the text that it stands in, and the part that must not be shown. */
export interface MadeUpSecret {
  readonly rule: string;
  readonly text: string;
  readonly secret: string;
}

/**
 * `rule | text`, with the secret between `<<` and `>>`. `{hex:32}` stands for as many random characters. The rules are named
 * as in gitleaks' default configuration, and their texts have the shapes that those describe; `own-` ones are forms that it
 * does not know. Nothing is written out that a scanner of this repository would take for a leak.
 */
const TABLE = String.raw`
1password-secret-key | OP_KEY <<A3-{upper:6}-{upper:11}-{upper:5}-{upper:5}-{upper:5}>>
1password-secret-key | note <<A3-{upper:6}-{upper:6}-{upper:5}-{upper:5}-{upper:5}-{upper:5}>>
1password-service-account-token | run <<ops_eyJ{alnum:260}>>
adafruit-api-key | adafruit_api_key = "<<{lower:32}>>"
adobe-client-id | adobe_client = <<{hex:32}>>
adobe-client-secret | use <<p8e-{lower:32}>>
age-secret-key | <<AGE-SECRET-KEY-1{upper:58}>>
airtable-api-key | airtable: '<<{lower:17}>>'
algolia-api-key | algolia_key=<<{lower:32}>>
alibaba-access-key-id | id <<LTAI{lower:20}>>
alibaba-secret-key | alibaba_secret = <<{lower:30}>>
anthropic-admin-api-key | <<sk-ant-admin01-{word:93}AA>>
anthropic-api-key | export K=<<sk-ant-api03-{word:93}AA>>
artifactory-api-key | <<AKCp{alnum:69}>>
artifactory-reference-token | <<cmVmd{alnum:59}>>
asana-client-id | asana_client_id = <<{digit:16}>>
asana-client-secret | asana_client_secret = <<{lower:32}>>
atlassian-api-token | jira_api = <<{lower:20}{hex:4}>>
atlassian-api-token | <<ATATT3{word:186}>>
authress-service-client-access-key | <<sc_{lower:12}.{lower:5}.acc_{lower:20}.{alnum:40}>>
aws-access-token | aws <<AKIA{base32:16}>>
aws-access-token | aws <<A3TX{base32:16}>>
azure-ad-client-secret | az login --secret-value <<{alnum:3}8Q~{word:34}>>
beamer-api-token | beamer_key = <<b_{word:44}>>
bitbucket-client-id | bitbucket_id = <<{lower:32}>>
bitbucket-client-secret | bitbucket = <<{word:64}>>
bittrex-access-key | bittrex_access = <<{lower:32}>>
bittrex-secret-key | bittrex: <<{lower:32}>>
cisco-meraki-api-key | meraki_api = <<{hex:40}>>
clickhouse-cloud-api-secret-key | <<4b1d{alnum:38}>>
clojars-api-token | <<CLOJARS_{lower:60}>>
cloudflare-api-key | cloudflare_api = <<{word:40}>>
cloudflare-global-api-key | CLOUDFLARE_GLOBAL = <<{hex:37}>>
cloudflare-origin-ca-key | <<v1.0-{hex:24}-{hex:146}>>
codecov-access-token | codecov = <<{lower:32}>>
cohere-api-token | CO_API_KEY=<<{alnum:40}>>
coinbase-access-token | coinbase := "<<{word:64}>>"
confluent-access-token | confluent_id = <<{lower:16}>>
confluent-secret-key | confluent = <<{lower:64}>>
contentful-delivery-api-token | contentful = <<{word:43}>>
curl-auth-header | curl -H "Authorization: Bearer <<{alnum:24}>>" https://example.com
curl-auth-header | curl --header 'Authorization: Basic <<{alnum:24}>>==' https://example.com
curl-auth-header | curl -H 'X-Api-Key: <<{alnum:24}>>' https://example.com
curl-auth-header | curl -H "Authorization: <<{alnum:24}>>" https://example.com
curl-auth-user | curl -u alice:<<{alnum:14}>> https://example.com
curl-auth-user | curl --user "alice:<<{alnum:14}>>" https://example.com
curl-auth-user | curl --user='alice:<<{alnum:14}>>' https://example.com
database-password | db_password = "<<{alnum:14}>>"
database-password | pwd=<<{alnum:14}>>
databricks-api-token | <<dapi{hex:32}>>
datadog-access-token | datadog_api = <<{lower:40}>>
defined-networking-api-token | dnkey = <<dnkey-{word:26}-{word:52}>>
digitalocean-access-token | <<doo_v1_{hex:64}>>
digitalocean-pat | doctl auth init -t <<dop_v1_{hex:64}>>
digitalocean-refresh-token | <<dor_v1_{hex:64}>>
discord-api-token | discord = "<<{hex:64}>>"
discord-client-id | discord_client = <<{digit:18}>>
discord-client-secret | discord: <<{word:32}>>
doppler-api-token | <<dp.pt.{alnum:43}>>
droneci-access-token | droneci = <<{lower:32}>>
dropbox-api-token | dropbox = <<{lower:15}>>
dropbox-long-lived-api-token | dropbox = <<{lower:11}AAAAAAAAAA{word:43}>>
dropbox-short-lived-api-token | dropbox = <<sl.{word:135}>>
duffel-api-token | <<duffel_live_{word:43}>>
dynatrace-api-token | <<dt0c01.{alnum:24}.{alnum:64}>>
easypost-api-token | <<EZAK{alnum:54}>>
easypost-test-api-token | <<EZTK{alnum:54}>>
etsy-access-token | etsy = <<{lower:24}>>
facebook-access-token | facebook app <<{digit:16}|{word:32}>>
facebook-page-access-token | <<EAAM{alnum:110}>>
facebook-secret | facebook_app = <<{hex:32}>>
fastly-api-token | fastly = <<{word:32}>>
finicity-api-token | finicity = <<{hex:32}>>
finicity-client-secret | finicity: <<{lower:20}>>
finnhub-access-token | finnhub = <<{lower:20}>>
flickr-access-token | flickr => '<<{lower:32}>>'
flutterwave-encryption-key | <<FLWSECK_TEST-{hex:12}>>
flutterwave-public-key | <<FLWPUBK_TEST-{hex:32}-X>>
flutterwave-secret-key | <<FLWSECK_TEST-{hex:32}-X>>
flyio-access-token | <<fo1_{word:43}>>
flyio-access-token | <<fm2_{alnum:120}==>>
frameio-api-token | <<fio-u-{word:64}>>
freemius-secret-key | 'secret_key' => '<<sk_{alnum:29}>>'
freshbooks-access-token | freshbooks = <<{lower:64}>>
gcp-api-key | <<AIza{word:35}>>
generic-api-key | my_access = "<<{alnum:24}>>"
generic-api-key | service-auth: <<{alnum:32}>>
generic-api-key | SIGNING_KEY_2=<<{hex:40}>>
generic-api-key | creds = <<{alnum:24}>>
github-app-token | <<ghs_{alnum:36}>>
github-app-token | <<ghu_{alnum:36}>>
github-fine-grained-pat | <<github_pat_{word:82}>>
github-oauth | <<gho_{alnum:36}>>
github-pat | gh auth login --with <<ghp_{alnum:36}>>
github-refresh-token | <<ghr_{alnum:36}>>
gitlab-cicd-job-token | <<glcbt-{alnum:4}_{word:20}>>
gitlab-deploy-token | <<gldt-{word:20}>>
gitlab-feature-flag-client-token | <<glffct-{word:20}>>
gitlab-feed-token | <<glft-{word:20}>>
gitlab-incoming-mail-token | <<glimt-{word:25}>>
gitlab-kubernetes-agent-token | <<glagent-{word:50}>>
gitlab-oauth-app-secret | <<gloas-{word:64}>>
gitlab-pat | <<glpat-{word:20}>>
gitlab-pat-routable | <<glpat-{word:27}.01.{lower:9}>>
gitlab-ptt | <<glptt-{hex:40}>>
gitlab-rrt | <<GR1348941{word:20}>>
gitlab-runner-authentication-token | <<glrt-{word:20}>>
gitlab-runner-authentication-token-routable | <<glrt-t1_{word:27}.{lower:9}>>
gitlab-scim-token | <<glsoat-{word:20}>>
gitlab-session-cookie | _gitlab_session=<<{lower:32}>>
gitter-access-token | gitter = <<{word:40}>>
gocardless-api-token | gocardless = <<live_{word:40}>>
grafana-api-key | <<eyJrIjoi{alnum:80}=>>
grafana-cloud-api-token | <<glc_{alnum:60}>>
grafana-service-account-token | <<glsa_{alnum:32}_{hex:8}>>
harness-api-key | <<pat.{word:22}.{alnum:24}.{alnum:20}>>
hashicorp-tf-api-token | <<{lower:14}.atlasv1.{word:66}>>
hashicorp-tf-password | administrator_login_password = "<<{lower:16}>>"
heroku-api-key | heroku_api = <<{uuid:1}>>
heroku-api-key-v2 | <<HRKU-AA{word:58}>>
hubspot-api-key | hubspot = <<{uuid:1}>>
huggingface-access-token | <<hf_{letter:34}>>
huggingface-organization-api-token | <<api_org_{letter:34}>>
infracost-api-token | <<ico-{alnum:32}>>
intercom-api-key | intercom = <<{word:60}>>
intra42-client-secret | <<s-s4t2ud-{hex:64}>>
jfrog-api-key | jfrog = <<{lower:73}>>
jfrog-identity-token | artifactory = <<{lower:64}>>
jwt | <<eyJ{alnum:30}.eyJ{word:60}.{word:43}>>
jwt-base64 | <<ZXlKaGJHY2lPaU{alnum:80}==>>
kraken-access-token | kraken = <<{word:86}>>
kubernetes-secret-yaml | kind: Secret\nmetadata:\n  name: db\ndata:\n  url: <<{alnum:30}>>
kubernetes-secret-yaml | apiVersion: v1\nstringData:\n  plain: <<{letter:30}>>\nkind: Secret
kucoin-access-token | kucoin = <<{hex:24}>>
kucoin-secret-key | kucoin = <<{uuid:1}>>
launchdarkly-access-token | launchdarkly = <<{word:40}>>
linear-api-key | <<lin_api_{alnum:40}>>
linear-client-secret | linear = <<{hex:32}>>
linkedin-client-id | linkedin_id = <<{lower:14}>>
linkedin-client-secret | linked_in = <<{lower:16}>>
lob-api-key | lob = <<live_{hex:35}>>
lob-pub-api-key | lob = <<test_pub_{hex:31}>>
mailchimp-api-key | mailchimp = <<{hex:32}-us12>>
mailgun-private-api-token | mailgun = <<key-{hex:32}>>
mailgun-pub-key | mailgun = <<pubkey-{hex:32}>>
mailgun-signing-key | mailgun = <<{hex:32}-{hex:8}-{hex:8}>>
mapbox-api-token | mapbox = <<pk.{lower:60}.{lower:22}>>
mattermost-access-token | mattermost = <<{lower:26}>>
maxmind-license-key | <<{alnum:6}_{alnum:29}_mmk>>
messagebird-api-token | messagebird = <<{lower:25}>>
messagebird-client-id | message_bird = <<{uuid:1}>>
microsoft-teams-webhook | curl https://acme.webhook.office.com/webhookb2/<<{uuid:1}@{uuid:1}/IncomingWebhook/{hex:32}/{uuid:1}>>
netlify-access-token | netlify = <<{word:43}>>
new-relic-browser-api-token | new_relic = <<NRJS-{hex:19}>>
new-relic-insert-key | newrelic = <<NRII-{lower:32}>>
new-relic-user-api-id | new-relic = <<{lower:64}>>
new-relic-user-api-key | newrelic = <<NRAK-{lower:27}>>
notion-api-token | <<ntn_{digit:11}{alnum:35}>>
npm-access-token | //registry.npmjs.org/:_authToken=<<npm_{alnum:36}>>
nuget-config-password | <add key="ClearTextPassword" value="<<{alnum:14}>>" />
nytimes-access-token | nytimes = <<{word:32}>>
octopus-deploy-api-key | <<API-{upper:26}>>
okta-access-token | okta_api = <<00{word:40}>>
openai-api-key | <<sk-proj-{word:74}T3BlbkFJ{word:74}>>
openai-api-key | <<sk-{alnum:20}T3BlbkFJ{alnum:20}>>
openshift-user-token | oc login --server x <<sha256~{word:43}>>
perplexity-api-key | <<pplx-{alnum:48}>>
plaid-api-token | plaid = <<access-sandbox-{uuid:1}>>
plaid-client-id | plaid_id = <<{lower:24}>>
plaid-secret-key | plaid = <<{lower:30}>>
planetscale-api-token | <<pscale_tkn_{word:43}>>
planetscale-oauth-token | <<pscale_oauth_{word:43}>>
planetscale-password | <<pscale_pw_{word:43}>>
postman-api-token | <<PMAK-{hex:24}-{hex:34}>>
prefect-api-token | <<pnu_{alnum:36}>>
private-key | <<-----BEGIN RSA PRIVATE KEY-----\n{alnum:64}\n{alnum:64}\n{alnum:30}==\n-----END RSA PRIVATE KEY----->>
private-key | echo "<<-----BEGIN OPENSSH PRIVATE KEY-----\n{alnum:70}\n{alnum:70}>>
privateai-api-token | private_ai = <<{lower:32}>>
pulumi-api-token | <<pul-{hex:40}>>
pypi-upload-token | twine upload -p <<pypi-AgEIcHlwaS5vcmc{word:80}>>
rapidapi-access-token | rapidapi = <<{word:50}>>
readme-api-token | <<rdme_{lower:70}>>
rubygems-api-token | <<rubygems_{hex:48}>>
scalingo-api-token | <<tk-us-{word:48}>>
sendbird-access-id | sendbird = <<{uuid:1}>>
sendbird-access-token | sendbird = <<{hex:40}>>
sendgrid-api-token | <<SG.{word:22}.{word:43}>>
sendinblue-api-token | <<xkeysib-{hex:64}-{lower:16}>>
sentry-access-token | sentry = <<{hex:64}>>
sentry-org-token | <<sntrys_eyJpYXQiO{alnum:60}LCJyZWdpb25fdXJs{alnum:60}_{alnum:43}>>
sentry-user-token | <<sntryu_{hex:64}>>
settlemint-application-access-token | <<sm_aat_{alnum:16}>>
settlemint-personal-access-token | <<sm_pat_{alnum:16}>>
settlemint-service-access-token | <<sm_sat_{alnum:16}>>
shippo-api-token | <<shippo_live_{hex:40}>>
shopify-access-token | <<shpat_{hex:32}>>
shopify-custom-access-token | <<shpca_{hex:32}>>
shopify-private-app-access-token | <<shppa_{hex:32}>>
shopify-shared-secret | <<shpss_{hex:32}>>
sidekiq-secret | BUNDLE_ENTERPRISE__CONTRIBSYS__COM=<<{hex:8}:{hex:8}>>
sidekiq-sensitive-url | https://{hex:8}:<<{hex:8}>>@gems.contribsys.com/
slack-app-token | <<xapp-1-{upper:11}-{digit:12}-{lower:60}>>
slack-bot-token | <<xoxb-{digit:12}-{digit:12}-{alnum:24}>>
slack-config-access-token | <<xoxe.xoxb-1-{upper:163}>>
slack-config-refresh-token | <<xoxe-1-{upper:146}>>
slack-legacy-bot-token | <<xoxb-{digit:10}-{alnum:24}>>
slack-legacy-token | <<xoxo-{digit:10}-{digit:10}-{digit:10}-{hex:10}>>
slack-legacy-workspace-token | <<xoxa-2-{alnum:40}>>
slack-user-token | <<xoxp-{digit:12}-{digit:12}-{digit:12}-{alnum:32}>>
slack-webhook-url | curl https://hooks.slack.com/services/<<T{upper:10}/B{upper:10}/{alnum:24}>>
snyk-api-token | SNYK_TOKEN=<<{uuid:1}>>
sonar-api-token | sonar.login=<<{lower:40}>>
sourcegraph-access-token | <<sgp_{hex:16}_{hex:40}>>
sourcegraph-access-token | sourcegraph = <<{hex:40}>>
square-access-token | <<sq0atp-{word:22}>>
square-access-token | <<EAAA{word:60}>>
squarespace-access-token | squarespace = <<{uuid:1}>>
stripe-access-token | <<sk_live_{alnum:24}>>
stripe-access-token | <<rk_prod_{alnum:24}>>
sumologic-access-id | sumo = <<su{digit:2}{alnum:10}>>
sumologic-access-token | sumo_key = <<{lower:64}>>
telegram-bot-api-token | telegram = <<{digit:10}:A{word:34}>>
telegram-bot-api-token | curl https://api.telegram.org/bot<<{digit:10}:A{word:34}>>/getMe
travisci-access-token | travis = <<{lower:22}>>
twilio-api-key | <<SK{hex:32}>>
twitch-api-token | twitch = <<{lower:30}>>
twitter-access-secret | twitter = <<{lower:45}>>
twitter-access-token | twitter = <<{digit:18}-{alnum:30}>>
twitter-api-key | twitter = <<{lower:25}>>
twitter-api-secret | twitter = <<{lower:50}>>
twitter-bearer-token | twitter = <<AAAAAAAAAAAAAAAAAAAAAA{alnum:90}>>
typeform-api-token | typeform = <<tfp_{word:59}>>
vault-batch-token | <<hvb.{word:160}>>
vault-service-token | <<hvs.{word:95}>>
vault-service-token | vault login <<s.{digit:1}{alnum:23}>>
yandex-access-token | yandex = <<t1.{alnum:40}.{word:86}>>
yandex-api-key | yandex = <<AQVN{word:36}>>
yandex-aws-access-token | yandex = <<YC{word:38}>>
zendesk-secret-key | zendesk = <<{lower:40}>>
own-kandev-pat | curl -H x <<kandev_pat_{hex:8}_{word:43}>>
own-kandev-session | <<kandev_session_{hex:8}_{word:43}>>
own-kandev-agent | <<kandev_agent_{hex:8}_{word:43}>>
own-url | git clone https://alice:<<{alnum:14}>>@git.example.com/a.git
own-url | psql postgres://app:<<{word:16}>>@db.internal:5432/app?sslmode=require
own-url | pip install --index-url https://<<{alnum:24}>>@pypi.example.com/simple
own-url | git clone https://alice:<<{alnum:9}/{alnum:9}>>@git.example.com/a.git
own-url | psql postgres://app:<<{word:9}?{word:6}#{word:3}>>@db:5432/app
own-login | lftp alice:<<{alnum:14}>>@ftp.example.com
own-query | curl "https://x.blob.example.net/a?sv=1&sig=<<{alnum:40}>>&se=2"
own-query | open https://api.example.com/v1?access_token=<<{alnum:20}>>
own-query | GET /v1?a=1&token=<<{lower:10}>>
own-query | https://example.com/?api_key=<<{lower:10}>>&b=1
own-query | https://s3.example.com/o?X-Amz-Signature=<<{hex:64}>>&X-Amz-Expires=60
own-query | https://s3.example.com/o?X-Amz-Security-Token=<<{alnum:80}>>
own-user | curl -ualice:<<{alnum:9}>> https://example.com
own-user | curl -sS -ualice:<<{alnum:9}>> https://example.com
own-user | curl -sSu alice:<<{alnum:9}>> https://example.com
own-user | curl -fsSLu'alice:<<{lower:5} {lower:5}>>' https://example.com
own-user | curl --cert client.pem:<<{alnum:9}>> https://example.com
own-user | curl -H 'Accept: */*' -b sid=<<{alnum:14}>> https://example.com
own-user | curl --cookie "sid=<<{alnum:14}>>" https://example.com
own-command | mysql -uroot -p<<{lower:9}>> -h db app
own-command | mysqldump --single-transaction -uroot -p'<<{lower:5} {lower:5}>>' app
own-command | MYSQL_HOST=db mariadb -p<<{digit:8}>>
own-command | sshpass -p <<{lower:9}>> ssh deploy@host.example.com uptime
own-command | sshpass -p<<{lower:9}>> ssh deploy@host.example.com
own-command | sshpass -p "<<{lower:5} {lower:5}>>" scp a b
own-command | sshpass -p <<.{lower:9}>> ssh host.example.com
own-command | sshpass -p '<<~{lower:9}>>' ssh host.example.com
own-command | mysql -uroot -p<</{lower:9}>> shop
own-command | ["sshpass","-p","<<{lower:9}>>","ssh","host.example.com"]
own-command | ["sshpass", "-p<<{lower:9}>>", "ssh", "host.example.com"]
own-command | mongosh --host db -u admin -p <<{lower:9}>>
own-command | redis-cli -h db -a <<{lower:9}>> ping
own-command | ldapsearch -x -D cn=admin -w <<{lower:9}>> -b dc=example
own-command | smbclient //host/share -U alice%<<{lower:9}>>
own-command | sqlcmd -S db -U sa -P <<{lower:9}>>
own-command | 7z x backup.7z -p<<{lower:9}>> -o/tmp
own-command | kubectl create secret generic db --from-literal=pw=<<{lower:9}>>
own-user | http -u bob:<<{alnum:10}>> GET example.com
own-user | curl --proxy-user bob:<<{alnum:10}>> example.com
own-flag | deploy --token <<{lower:8}>> --dry-run
own-flag | mysql --password <<{lower:8}>> -h db
own-flag | tool --api-key <<{lower:8}>>
own-flag | tool --api-key=<<{lower:8}>> run
own-flag | tool --client-secret '<<{lower:6} {lower:6} {lower:6}>>' run
own-flag | Connect-Thing -Password <<{lower:8}>>
own-env | NPM_CONFIG_TOKEN=<<{lower:10}>> npm publish
own-env | export APP_SECRET="<<{lower:6} {lower:6} {lower:6}>>"
own-env | env PGPASSWORD=<<{lower:8}>> psql
own-env | AWS_SECRET_ACCESS_KEY=<<{alnum:20}/{alnum:19}>> aws s3 ls
own-env | MYSQL_PWD=<<{lower:8}>> mysql
own-env | setx APP_TOKEN <<{alnum:20}>>
own-assignment | passwd=<<{lower:8}>>;host=db
own-assignment | Server=db;User=a;Pwd=<<{lower:8}>>;
own-assignment | secret_key=<<{lower:10}>>
own-assignment | private_key=<<{alnum:40}>>
own-assignment | dbPassword := "<<{lower:8}>>"
own-assignment | config.token = '<<{lower:12}>>'
own-assignment | <password><<{lower:10}>></password>
own-assignment | ["tool","--token","<<{lower:8}>>"]
own-json | {"token":"<<{lower:5} {lower:5} {lower:5}>>","a":1}
own-json | {"a":{"clientSecret": "<<{lower:8}>>"}}
own-json | {\"password\":\"<<{lower:5} {lower:5}>>\",\"a\":1}
own-json | {'api_key': '<<{lower:8}>>'}
own-yaml | db:\n  password: <<{lower:8}>>\n  host: x
own-header | Cookie: sid=<<{alnum:20}; theme={lower:12}>>
own-header | curl -H 'Cookie: sid=<<{alnum:20}>>' https://example.com
own-header | Set-Cookie: sid=<<{alnum:20}>>; Path=/
own-header | Authorization: Digest <<username="a", response="{hex:32}>>"
own-header | Authorization: <<{alnum:20}>>
own-header | Proxy-Authorization: Basic <<{alnum:20}>>
own-header | "authorization":"Bearer <<{alnum:20}>>"
own-header | Authorization: AWS4-HMAC-SHA256 Credential=<<{upper:20}/20260101/eu/s3/aws4_request, Signature={hex:64}>>
own-bearer | use Bearer <<{alnum:20}>> here
own-token | <<xai-{alnum:80}>>
own-token | <<gsk_{alnum:52}>>
own-token | <<dckr_pat_{word:27}>>
own-token | <<ya29.{word:60}>>
`;

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGIT = "0123456789";
const alphabets: Readonly<Record<string, string>> = {
  alnum: LOWER + UPPER + DIGIT,
  base32: `${UPPER}234567`,
  digit: DIGIT,
  hex: `${DIGIT}abcdef`,
  letter: LOWER + UPPER,
  lower: LOWER + DIGIT,
  upper: UPPER + DIGIT,
  word: `${LOWER}${UPPER}${DIGIT}_-`,
};

/** The same numbers in every run (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function fill(template: string, random: (below: number) => number): string {
  const draw = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet.charAt(random(alphabet.length))).join("");
  return template.replace(/\{(\w+):(\d+)\}/g, (_, kind: string, count: string) =>
    kind === "uuid"
      ? [8, 4, 4, 4, 12].map((length) => draw(`${DIGIT}abcdef`, length)).join("-")
      : draw(alphabets[kind] ?? "", Number(count)),
  );
}

/** A generation of the corpus: the same for the same seed. */
export function madeUpSecrets(seed: number): readonly MadeUpSecret[] {
  const random = createRandom(seed);
  return TABLE.trim()
    .split("\n")
    .map((row) => {
      const [rule = "", template = ""] = row.split(/ \| (.*)/s);
      const filled = fill(template, random).replaceAll("\\n", "\n");
      const [before = "", secret = "", after = ""] = filled.split(/<<|>>/);
      return { rule, text: before + secret + after, secret };
    });
}

const RUN = 12;

/** What of a secret can still be read: it, or a run of its characters. */
export function leakOf(secret: string, shown: string): string | undefined {
  const runs = Array.from({ length: Math.max(0, secret.length - RUN + 1) }, (_, at) =>
    secret.slice(at, at + RUN),
  );
  return [secret, ...runs].find((run) => shown.includes(run));
}
