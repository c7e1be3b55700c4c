import { describe, expect, it } from 'vitest'
import { agentTranscript, projectPlaces, sessionPlaces } from './session-place.js'

const homeDir = '/home/ann'
const at = (projectDir: string, env: Record<string, string> = {}) => projectPlaces({ projectDir, homeDir, env })

describe('the places of a project', () => {
  it('are below the home folder', () => {
    expect(sessionPlaces(at('/work/a.b'), 's1')).toEqual({
      configDir: '/home/ann/.claude',
      claudeStateFile: '/home/ann/.claude.json',
      transcriptsDir: '/home/ann/.claude/projects/-work-a-b',
      journalDir: '/home/ann/.raider/journals/-work-a-b',
      trustFile: '/home/ann/.raider/trust.json',
      transcriptPath: '/home/ann/.claude/projects/-work-a-b/s1.jsonl',
      resultsDir: '/home/ann/.claude/projects/-work-a-b/s1/tool-results',
    })
  })

  it('follow CLAUDE_CONFIG_DIR, unless it is empty', () => {
    expect(at('/p', { CLAUDE_CONFIG_DIR: '/c' })).toMatchObject({ configDir: '/c', claudeStateFile: '/c/.claude.json' })
    expect(at('/p', { CLAUDE_CONFIG_DIR: '' }).configDir).toBe('/home/ann/.claude')
  })

  it('have the name that the environment gives them, beside a folder of its own only', () => {
    const named = { CLAUDE_CODE_PROJECT_DIR_NAME: 'shop' }
    expect(at('/p', { ...named, CLAUDE_CONFIG_DIR: '/c' }).transcriptsDir).toBe('/c/projects/shop')
    expect(at('/p', named).transcriptsDir).toBe('/home/ann/.claude/projects/-p')
  })

  it('differ for long paths that only differ at their ends', () => {
    const [a, b] = ['a', 'b'].map((end) => at(`/${'x'.repeat(300)}${end}`).transcriptsDir)
    expect(a).not.toBe(b)
    expect(a?.length).toBeLessThan(260)
  })
})

it('puts transcripts of subagents beside that of their session', () => {
  expect(agentTranscript('/t/s1.jsonl', 'a7')).toBe('/t/s1/subagents/agent-a7.jsonl')
})
