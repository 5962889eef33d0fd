import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { root } from "../run.mjs";

const columns =
  "company,policyNumber,line,year,province,role,firstName,lastName,dateOfBirth,postalCode,email,cellPhone,licenceProvince,licenceNumber,ubi,pin,language,registry";

/** A person of each brand with only an e-mail on file, so that the code is sent without a choice. */
export function personOf({ id, province, language }) {
  return { email: `camille@${id}.example`, company: id, policyNumber: "A1B2C3D", province, language };
}

/** The product in demo mode on a free port, with generated people and a temporary database. */
export async function startProduct(brands) {
  const folder = mkdtempSync(join(tmpdir(), "vestibule-pictures-"));
  const rows = brands
    .map(personOf)
    .map(
      (person) =>
        `${person.company},${person.policyNumber},auto,2024,${person.province},40,Camille,Tremblay,1961-05-14,H2X1Y4,${person.email},,,,false,,${person.language},smart`,
    );
  writeFileSync(join(folder, "book.csv"), `${[columns, ...rows].join("\n")}\n`);
  writeFileSync(
    join(folder, "accounts.csv"),
    "email,password,status,policyNumber,company,firstName,lastName,dateOfBirth\n",
  );

  const port = await freePort();
  const product = spawn("npm", ["start"], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: "memory:",
      DEMO_BOOK: join(folder, "book.csv"),
      DEMO_ACCOUNTS: join(folder, "accounts.csv"),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((resolve) => product.once("exit", resolve));
  const end = async () => {
    product.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < 1200 && product.exitCode === null; attempt++) {
    if (await isReady(`http://localhost:${port}/health/ready`)) return { port, end };
    await wait(250);
  }
  await end();
  throw new Error("the product did not start");
}

async function isReady(url) {
  return fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );
}

async function freePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
