/** What the random part of a token is made of. */
export type TokenBody = "alnum" | "base64" | "dotted" | "hex" | "upper" | "webhook" | "word";

export interface TokenFormat {
  readonly body: TokenBody;
  /** The fewest characters of the random part. At or below what the vendor issues, so that a cut token is found too. */
  readonly min: number;
  readonly prefixes: string;
  /** The prefix names a service, not a secret, and stays readable. */
  readonly keepsPrefix?: true;
  /** The random part has to hold this, where the prefix alone says too little. */
  readonly holds?: RegExp;
}

const DIGIT = /\d/;
const NOT_A_PHRASE = /[\dA-Z]|^[^-]{12}/;

/**
 * Tokens that show by a prefix what they are: the vendors' documented prefixes, alphabets and lengths. Several prefixes of
 * one shape share a row.
 */
export const tokenFormats: readonly TokenFormat[] = [
  { prefixes: "kandev_pat_ kandev_session_ kandev_agent_", body: "word", min: 12, holds: DIGIT },

  // AI
  { prefixes: "sk-", body: "word", min: 12, holds: NOT_A_PHRASE },
  { prefixes: "hf_ api_org_ gsk_ r8_ e2b_ pcsk_", body: "alnum", min: 30 },
  { prefixes: "xai- pplx- nvapi- csk-", body: "word", min: 40 },
  { prefixes: "lsv2_pt_ lsv2_sk_", body: "word", min: 30 },

  // Code hosts, packages, CI
  { prefixes: "ghp_ gho_ ghu_ ghs_ ghr_", body: "alnum", min: 16 },
  { prefixes: "github_pat_", body: "word", min: 20 },
  {
    prefixes:
      "glpat- gldt- glcbt- glffct- glft- glimt- glagent- gloas- glptt- glrt- glrtr- glsoat- glwt- GR1348941",
    body: "dotted",
    min: 16,
  },
  { prefixes: "_gitlab_session=", body: "word", min: 20, keepsPrefix: true },
  { prefixes: "ATATT3 ATCTT3 ATBB", body: "base64", min: 24 },
  { prefixes: "npm_", body: "alnum", min: 30 },
  { prefixes: "pypi-AgE", body: "word", min: 40 },
  { prefixes: "rubygems_ CLOJARS_", body: "alnum", min: 40 },
  { prefixes: "oy2", body: "alnum", min: 43 },
  { prefixes: "AKCp cmVmd", body: "alnum", min: 50 },
  { prefixes: "dckr_pat_ dckr_oat_", body: "word", min: 20 },
  { prefixes: "CCIPAT_ CCIPRJ_ bkua_", body: "word", min: 30 },
  { prefixes: "API-", body: "upper", min: 26 },
  { prefixes: "sgp_ squ_ sqp_ sqa_", body: "word", min: 40 },

  // Clouds and platforms
  { prefixes: "AKIA ASIA ABIA ACCA", body: "upper", min: 16 },
  { prefixes: "A3T", body: "upper", min: 17 },
  { prefixes: "AIza", body: "word", min: 30 },
  { prefixes: "ya29. GOCSPX-", body: "word", min: 20 },
  { prefixes: "LTAI", body: "alnum", min: 16, holds: DIGIT },
  { prefixes: "dapi", body: "hex", min: 32 },
  { prefixes: "doo_v1_ dop_v1_ dor_v1_", body: "hex", min: 32 },
  { prefixes: "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", body: "dotted", min: 30 },
  { prefixes: "fo1_", body: "word", min: 30 },
  { prefixes: "fm1a_ fm1r_ fm2_", body: "base64", min: 60 },
  { prefixes: "HRKU-AA", body: "word", min: 40 },
  { prefixes: "hvs. hvb. hvr.", body: "word", min: 20 },
  { prefixes: "v1.0-", body: "word", min: 100 },
  { prefixes: "tk-us-", body: "word", min: 40 },
  { prefixes: "pul-", body: "hex", min: 40 },
  { prefixes: "pnu_ pnb_", body: "alnum", min: 30 },
  { prefixes: "pscale_tkn_ pscale_oauth_ pscale_pw_", body: "dotted", min: 30 },
  { prefixes: "4b1d", body: "alnum", min: 38 },
  { prefixes: "sha256~", body: "word", min: 40 },
  { prefixes: "tskey-", body: "word", min: 20 },
  { prefixes: "sbp_ sb_secret_", body: "word", min: 20, holds: DIGIT },
  { prefixes: "nfp_", body: "word", min: 30 },
  { prefixes: "vcp_ vca_ vck_ vci_ vcr_", body: "alnum", min: 40 },
  { prefixes: "t1.", body: "dotted", min: 80, holds: DIGIT },
  { prefixes: "AQVN YC", body: "word", min: 35, holds: DIGIT },
  { prefixes: "ico-", body: "alnum", min: 32 },

  // Chat, mail, documents
  {
    prefixes: "xoxb- xoxp- xoxa- xoxr- xoxo- xoxs- xoxe- xoxc- xoxd- xapp- xwfp-",
    body: "word",
    min: 8,
    holds: DIGIT,
  },
  { prefixes: "xoxe.xoxb- xoxe.xoxp-", body: "word", min: 40 },
  {
    prefixes: "hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/",
    body: "base64",
    min: 20,
    keepsPrefix: true,
  },
  { prefixes: "webhook.office.com/webhookb2/", body: "webhook", min: 30, keepsPrefix: true },
  { prefixes: "/api/webhooks/", body: "base64", min: 40, keepsPrefix: true },
  { prefixes: "SG.", body: "dotted", min: 40 },
  { prefixes: "xkeysib- xsmtpsib-", body: "word", min: 60 },
  { prefixes: "key- pubkey-", body: "hex", min: 32 },
  { prefixes: "ntn_ secret_", body: "alnum", min: 40 },
  { prefixes: "lin_api_ lin_oauth_", body: "alnum", min: 30 },
  { prefixes: "figd_ figo_", body: "word", min: 30 },
  { prefixes: "rdme_", body: "alnum", min: 60 },
  { prefixes: "fio-u-", body: "base64", min: 40 },
  { prefixes: "CFPAT-", body: "word", min: 40 },
  { prefixes: "tfp_", body: "dotted", min: 40 },
  { prefixes: "pat-na1- pat-na2- pat-eu1-", body: "word", min: 30 },

  // Money, shops, post
  {
    prefixes: "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ whsec_",
    body: "alnum",
    min: 10,
  },
  { prefixes: "EZAK EZTK", body: "alnum", min: 40 },
  { prefixes: "FLWSECK_TEST- FLWPUBK_TEST- FLWSECK- FLWPUBK-", body: "alnum", min: 12 },
  { prefixes: "shpat_ shpca_ shppa_ shpss_ shptka_", body: "hex", min: 30 },
  { prefixes: "shippo_live_ shippo_test_", body: "hex", min: 30 },
  { prefixes: "sq0atp- sq0csp- EAAA", body: "word", min: 22 },
  { prefixes: "access-sandbox- access-development- access-production-", body: "word", min: 30 },
  { prefixes: "duffel_test_ duffel_live_", body: "base64", min: 30 },
  { prefixes: "EAAC EAAM EAAG EAAB", body: "alnum", min: 80 },

  // Watching, features, infrastructure
  { prefixes: "dt0c01. dt0s01.", body: "dotted", min: 60 },
  { prefixes: "glc_", body: "base64", min: 32 },
  { prefixes: "glsa_", body: "word", min: 32 },
  { prefixes: "NRJS- NRII- NRAK- NRAA- NRRA-", body: "word", min: 19 },
  { prefixes: "sntrys_", body: "base64", min: 50 },
  { prefixes: "sntryu_", body: "hex", min: 60 },
  { prefixes: "PMAK-", body: "word", min: 40 },
  { prefixes: "phx_", body: "alnum", min: 40 },
  { prefixes: "sm_aat_ sm_pat_ sm_sat_", body: "alnum", min: 16 },
  { prefixes: "pat. sat.", body: "dotted", min: 60, holds: /^[\w-]{20,24}\.[\dA-Za-z]{20,26}\./ },
  { prefixes: "sc_ ext_ scauth_ authress_", body: "dotted", min: 40, holds: /\.acc/ },
  { prefixes: "pk. sk. tk.", body: "dotted", min: 70, holds: DIGIT },
  { prefixes: "dnkey-", body: "word", min: 60 },

  // Keys and encodings
  { prefixes: "A3-", body: "word", min: 28, holds: /^[\dA-Z-]+$/ },
  { prefixes: "ops_eyJ", body: "base64", min: 50 },
  { prefixes: "p8e-", body: "alnum", min: 32 },
  { prefixes: "AGE-SECRET-KEY-1", body: "alnum", min: 50 },
  { prefixes: "s-s4t2ud- s-s4t2af-", body: "hex", min: 40 },
  { prefixes: "eyJ", body: "dotted", min: 16 },
  { prefixes: "ZXlK", body: "base64", min: 40 },
];
