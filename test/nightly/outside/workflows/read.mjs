import { readFileSync } from 'node:fs'
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser'
import { parse } from 'yaml'

async function errorsOf(name, content) {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter())
  const template = value && (await convertWorkflowTemplate(context, value))
  return [...context.errors.getErrors(), ...(template?.errors ?? [])].map(({ message }) => message)
}

/** What a workflow says, and what GitHub's own parser finds wrong with it. */
export async function read(name) {
  const content = readFileSync(name, 'utf8')
  return { errors: await errorsOf(name, content), content: parse(content) }
}
