/** `node report.mjs PROJECT FOLDER NAME=DECLARATIONS…`: the public surface of entry points, as API Extractor reads the built declarations. */
import { join } from 'node:path'
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor'

const [projectFolder, folder, ...wanted] = process.argv.slice(2)
const silent = { default: { logLevel: 'none' } }

for (const [name, declarations] of wanted.map((pair) => pair.split('='))) {
  const mainEntryPointFilePath = join(projectFolder, declarations)
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom', 'esnext.disposable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    types: [],
    skipLibCheck: true,
  }
  const config = ExtractorConfig.prepare({
    packageJsonFullPath: join(projectFolder, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder,
      mainEntryPointFilePath,
      newlineKind: 'lf',
      compiler: { overrideTsconfig: { compilerOptions, files: [mainEntryPointFilePath] } },
      apiReport: { enabled: true, reportFolder: folder, reportTempFolder: folder, reportFileName: `${name}.api.md` },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      // A name that is used and not exported shows in the report; what else there is to say, other tools say.
      messages: {
        compilerMessageReporting: { default: { logLevel: 'error' } },
        tsdocMessageReporting: silent,
        extractorMessageReporting: {
          ...silent,
          'ae-forgotten-export': { logLevel: 'warning', addToApiReportFile: true },
        },
      },
    },
  })
  const { errorCount } = Extractor.invoke(config, { localBuild: true, messageCallback: quiet })
  if (errorCount > 0) process.exitCode = 1
}

function quiet(message) {
  if (message.logLevel !== 'error') message.handled = true
}
