/** Commands and sentences without a credential, some of which look as if they held one: they have to come through unchanged. */
export const innocentTexts: readonly string[] = String.raw`
git show 3f2a9c1d4e5b6f708192a3b4c5d6e7f8091a2b3c
git commit -m "rotate the token: done"
git commit -m "fix: handle expired tokens in the auth flow"
git commit -m "Document the secret: how to store it"
git push -u origin feature/token-refresh
git log --author=alice@example.com --since=2024-01-01
git clone git@github.com:acme/risk-assessment-plan.git
git clone https://github.com/acme/task-runner.git
git checkout -b task-1234-secret-store
git diff HEAD~3 -- lib/auth/token.ts
cat docs/risk-assessment-plan.md
npm install --save-dev @types/node@20.1.0 typescript@~6.0
npm install "react@npm:@preact/compat@17.1.2"
npm run test -- --token-file path/to/file
npm config get registry
npx vitest run --project unit lib/auth/tokens.unit.test.ts
node --max-old-space-size=4096 build.mjs
curl -s https://api.example.com/v1/items?page=2&limit=50
curl -fsSL https://example.com/install.sh -o install.sh
curl -H "Content-Type: application/json" -d '{"name":"a"}' http://localhost:3000/api
curl -H "Accept: text/html" https://example.com
curl -H "Authorization: Bearer $GITHUB_TOKEN" https://api.github.com/user
curl -u "$USER:$PASS" https://example.com
wget --no-password-prompt https://example.com
python train.py --max_tokens=100 --tokenize=true --tokenizer bpe
python -c "print(max_tokens)"
export PATH=/usr/local/bin:$PATH
export TOKEN=$GITHUB_TOKEN
GITHUB_TOKEN=$(gh auth token) npm publish
PWD=/home/alice make all
cd /workspace/project && rm -rf node_modules && npm ci
docker run -u 1000:1000 --rm -it node:20 bash
docker run -v /var/run/docker.sock:/var/run/docker.sock alpine
docker pull node:20@sha256:8f3a1c2b4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f8
docker build --secret id=npmrc,src=.npmrc -t app .
kubectl get secret db -o yaml
kubectl create secret generic db --from-file=./password.txt
ssh -i ~/.ssh/id_ed25519 deploy@host.example.com uptime
scp build.tar.gz deploy@10.0.0.5:/srv/app
rsync -avz ./dist/ user@host:/var/www/
mysql -u root -p app
mysql -h db -P 3306 -p
mysqldump -u root -p app | gzip
sshpass -e ssh deploy@host.example.com
sshpass -p $SSH_PASSWORD ssh deploy@host.example.com
sshpass -f ~/.ssh/password ssh host.example.com
sshpass -p $(pass show deploy) ssh host.example.com
sshpass -p "$(cat ~/.ssh/password)" ssh host.example.com
curl --cert ./client.pem https://host.example.com/
curl -b cookies.txt -c cookies.txt https://example.com
curl -sSLo out.tgz https://example.com/a:b
curl -u alice https://example.com
curl --cert client.pem https://example.com
docker run -p 8080:80 nginx
mkdir -p a/b:c
ssh -p 22 deploy@host.example.com
zip -r out.zip -P$PASSWORD dist
unzip -p app.zip config.json
redis-cli --scan --pattern a:*
7z x backup.7z -o/tmp
kubectl get secret -p app
the mysql -p option asks for it
use http://localhost:5173/@vite/client
docker pull registry.example.com:5000/a/b@sha256:8f3a1c2b4d5e
open https://example.com/a:b/c@2x.png
psql -h localhost -U app -c "select id from tokens where id = 5"
psql postgres://localhost:5432/app
redis-cli -h localhost -p 6379 ping
ls -la /etc/ssl/private
chmod 600 ~/.ssh/authorized_keys
openssl rand -hex 32
openssl x509 -in cert.pem -noout -text
grep -rn "password" lib/ --include=*.ts
grep -E "(token|secret|password)" README.md
sed -i 's/token/key/g' src/a.ts
find . -name "*.key" -not -path "./node_modules/*"
echo "The password field is required"
echo "session: started"
rg --files | xargs wc -l
make -j8 SHELL=/bin/bash
cargo build --release --features token-auth
go test ./... -run TestTokenRefresh
terraform plan -var-file=prod.tfvars
aws s3 cp ./dist s3://bucket/path --recursive
aws sts get-caller-identity --profile staging
gcloud auth login --no-launch-browser
az account show --query id -o tsv
gh pr create --title "Add token rotation" --body "See the task"
gh auth status
id=7d9c2f1e-3b4a-4c5d-8e6f-9a0b1c2d3e4f; echo $id
curl http://localhost:3000/tasks/7d9c2f1e-3b4a-4c5d-8e6f-9a0b1c2d3e4f
"integrity": "sha512-Qa4lBCbzR6vJd7nP0yXf5r8w1uTgHsKm2oZe9iVcLxNqWtYjDpFbGhAk3E6S/U+O1I2M4R5T7Y8==",
sha256sum dist/app-1.2.3-linux-x64.tar.gz
tar xzf node-v20.19.0-linux-x64.tar.xz -C /opt
const token = await getToken();
const key = await crypto.subtle.generateKey(params, true, usages)
if (token === undefined) throw new Error("no token");
let password = readline.question("Password: ");
for (const key of Object.keys(tokens)) console.log(key);
type Props = { token: string; secret: boolean };
function login(user: string, password: string): Promise<Session> {}
select count(*) from users where password is not null
docker compose -f docker-compose.yml up -d --build
pnpm --filter @acme/auth-core test
mailto:alice@example.com
The author's key point: access to the API is authenticated
tokens: 1200, cost: 0.02
primary_key=id foreign_key=user_id
keyboard=us layout=dvorak
--key-file=/etc/ssl/private/server.key --cert-file=/etc/ssl/server.crt
apiVersion: v1
api_version=2024-01-01-preview
eslint . --max-warnings 0
Bearer authentication is required
Basic authentication is required for this endpoint
sk-learn is a misspelling of scikit-learn
task-force desk-organizer-2024 disk-usage-analyzer-v2
linear-gradient(90deg, #fff 0%, #000 100%)
jira issue list --project ABC-1234
sentry-cli releases new 1.2.3
heroku logs --tail --app my-app-name
netlify deploy --prod --dir=dist
twitter.com/alice/status/1234567890
`
  .trim()
  .split("\n");
