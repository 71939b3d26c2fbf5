/** The integration tests on a real MySQL server, where one can be had. */
import { mysqlServer } from '../provision/mysql-server.mjs'
import { vitest } from './stages.mjs'

/** @returns {Promise<import('./stages.mjs').Stage[]>} none, after one line saying why, where there is no MySQL server */
export async function mysqlStages() {
  try {
    const command = await mysqlServer()
    const stage = vitest('mysql', 'int')
    return [{ name: stage.name, run: (env) => stage.run({ ...env, TEST_DATABASE_URL: '', CARILLON_MYSQLD: command }) }]
  } catch (error) {
    console.log(
      `No real MySQL server here, so nothing runs on it: ${error instanceof Error ? error.message.split('\n')[0] : error}`,
    )
    return []
  }
}
