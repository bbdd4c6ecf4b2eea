// node bench/_perf.ts [what=home,lesson] [rounds] [prof]
import autocannon from 'autocannon';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
const { url, small, large, dataDir } = JSON.parse(readFileSync('/tmp/perf.json','utf8'));
const what = (process.argv[2] ?? 'home').split(',');
const rounds = Number(process.argv[3] ?? 3);
const prof = process.argv[4];
async function serve(file, port, execArgv=[]) {
  const c = fork('/work/main/bench/'+file, { execArgv, env: { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir, PORT: String(port), NODE_ENV: 'production' } });
  await once(c, 'message'); return c;
}
const control = await serve('control.ts', 3190);
const product = await serve('product.ts', 3191, prof ? ['--cpu-prof','--cpu-prof-dir=/tmp/prof'] : []);
const as = (s) => ({ host: s.host, cookie: s.cookie });
const at = (p) => 'http://127.0.0.1:3191'+p;
const W = { home:{child:product,url:at('/api/v1/home'),headers:as(small)}, large:{child:product,url:at('/api/v1/home'),headers:as(large)}, lesson:{child:product,url:at('/api/v1/lessons/'+small.lessonId),headers:as(small)}, html:{child:product,url:at('/homepage'),headers:as(small)}, login:{child:product,url:at('/'),headers:{host:small.host,'accept-encoding':'gzip'}}, bare:{child:control,url:'http://127.0.0.1:3190/'}, session:{child:product,url:at('/api/v1/session'),headers:as(small)} };
async function used(c){ c.send('cpu'); const [a]=await once(c,'message'); return a; }
async function measure(w, d){ const b=await used(w.child); const r=await autocannon({url:w.url,connections:10,duration:d,...(process.env.RATE&&{overallRate:Number(process.env.RATE)}),...(w.headers&&{headers:w.headers})}); const a=await used(w.child); if(r.non2xx) throw new Error(w.url+' '+r.non2xx+' '+JSON.stringify(r.statusCodeStats)); const n=r.requests.total; return {cpu:(a.cpu.user+a.cpu.system-b.cpu.user-b.cpu.system)/n, user:(a.cpu.user-b.cpu.user)/n, n, s:(a.statements-b.statements)/n}; }
const med=v=>v.toSorted((a,b)=>a-b)[Math.floor(v.length/2)];
await measure(W.bare,1); for (const k of what) await measure(W[k],1);
for (const k of what) { const ra=[],own=[],base=[],us=[],rps=[]; for(let i=0;i<rounds;i++){ const b=await measure(W.bare,1.5); const f=await measure(W[k],2); ra.push(f.cpu/b.cpu); own.push(f.cpu); base.push(b.cpu); us.push(f.user); rps.push(f.n/2);} console.log(k, 'own',med(own).toFixed(0),'user',med(us).toFixed(0),'base',med(base).toFixed(0),'ratio',med(ra).toFixed(2),'rps',med(rps).toFixed(0)); }
control.disconnect(); product.disconnect(); setTimeout(()=>process.exit(),1500);
